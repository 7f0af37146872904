export default { serverExternalPackages: ["agent-todos"] };
