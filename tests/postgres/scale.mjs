// How much each test does: within `npm test` enough to find what is broken, in `npm run
// test:postgres` as much as the promises say.

import { isFull } from "../tools/full.mjs";

export const {
	users,
	calls,
	serverKills,
	databaseKills,
	sizes,
	samples,
	shared_buffers,
} = isFull
	? {
			users: 10_000,
			calls: 50_000,
			serverKills: 100,
			databaseKills: 20,
			sizes: [1_000, 1_000_000],
			samples: 2_000,
			shared_buffers: "2GB",
		}
	: {
			users: 40,
			calls: 200,
			serverKills: 3,
			databaseKills: 1,
			sizes: [1_000, 20_000],
			samples: 120,
			shared_buffers: "128MB",
		};
