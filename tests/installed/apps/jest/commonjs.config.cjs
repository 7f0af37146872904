// Jest as most have it: Babel makes CommonJS of the tests, and here of the package too.
module.exports = {
	transform: {
		"\\.[jt]s$": [
			"babel-jest",
			{
				presets: [
					["@babel/preset-env", { targets: { node: "current" } }],
					"@babel/preset-typescript",
				],
			},
		],
	},
	transformIgnorePatterns: ["/node_modules/(?!.*agent-todos/)"],
	moduleNameMapper: { "^agent-todos$": "agent-todos/inline" },
};
