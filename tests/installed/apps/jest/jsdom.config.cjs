// jest-environment-jsdom takes away what it does not have itself.
module.exports = {
	...require("./commonjs.config.cjs"),
	testEnvironment: "jsdom",
	setupFiles: ["<rootDir>/text-decoder.cjs"],
};
