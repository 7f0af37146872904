module.exports = {
	extensionsToTreatAsEsm: [".ts"],
	transform: {
		"\\.ts$": [
			"ts-jest",
			{
				useESM: true,
				tsconfig: {
					module: "esnext",
					moduleResolution: "bundler",
					target: "es2022",
					types: ["jest", "node"],
				},
			},
		],
	},
};
