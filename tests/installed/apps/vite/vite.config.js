export default { optimizeDeps: { exclude: ["agent-todos"] } };
