// Where a person lets an agent act: the table of corpus/sites.json, as the platform's own URL reads
// each address.

import { equal, ok, refused, same, thrown } from "../assert.mjs";

/** Returns the origin of an address as the platform has it, or null. */
function originOf(address) {
	try {
		return new URL(address).origin;
	} catch {
		return null;
	}
}

export const sites = [
	{
		name: "an approval covers its origins, however an address is written",
		async run({ entry, corpus }) {
			const { approved, addresses } = await corpus("sites");
			const store = new entry.TodoStore();
			const hostile = addresses.filter(({ allowed }) => !allowed);
			ok(hostile.length >= 60, `only ${hostile.length} hostile addresses`);
			for (const { address, origin, allowed } of addresses) {
				// On what they refuse, platforms differ: one takes a blank in a host, another an asterisk.
				if (allowed) same(originOf(address), origin, address);
				same(store.allows(address), false, `${address} without an approval`);
			}
			store.as("user").approve({ sites: approved });
			for (const { address, allowed } of addresses)
				same(store.allows(address), allowed, JSON.stringify(address));
			// What is allowed has the origin of a site, as the platform reads it when it goes there.
			const exact = approved
				.filter((site) => !site.includes("*"))
				.map((site) => originOf(site));
			for (const { address } of hostile.filter(({ address }) =>
				/^https?:/i.test(address.trim()),
			))
				ok(!exact.includes(originOf(address)), address);
			store.as("user").revoke();
			for (const { address } of addresses)
				same(store.allows(address), false, `${address} after it was revoked`);
			return `${addresses.length} addresses`;
		},
	},
	{
		name: "an approval says where, when and by whom",
		run({ entry }) {
			const store = new entry.TodoStore();
			store.addMultiple(["a"]);
			same(store.approval, undefined);
			const before = Date.now();
			const sites = ["shop.example"];
			store.as("user", "Ada").approve({ sites, revision: store.revision });
			const { at, ...approval } = store.approval;
			equal(approval, { sites: ["https://shop.example"], name: "Ada" });
			ok(at >= before && at <= Date.now(), `${at}`);
			equal(entry.TodoStore.fromCheckpoint(store.checkpoint()).approval, {
				...approval,
				at,
			});
			store.as("user").approve();
			equal(store.approval.sites, []);
			const person = store.as("user");
			for (const wrong of [
				{ site: sites },
				{ sites: "shop.example" },
				{ sites: [1] },
				{ sites: [null] },
				{ sites: null },
				{ Sites: sites },
			]) {
				refused(entry, () => person.approve(wrong), "invalid_argument");
				refused(entry, () => store.propose(wrong), "invalid_argument");
			}
			refused(entry, () => store.propose({}), "invalid_argument");
			refused(entry, () => store.propose(), "invalid_argument");
			for (const wrong of [
				undefined,
				null,
				1,
				{},
				new URL("https://a.example"),
			])
				refused(entry, () => store.allows(wrong), "invalid_argument");
			for (const author of ["host", "model", "agent"]) {
				const handle = store.as(author);
				refused(entry, () => handle.approve({ sites }), "not_allowed");
				refused(entry, () => handle.revoke(), "not_allowed");
			}
			ok(thrown(() => person.approve({ sites: ["*.org"] })));
			equal(store.approval.sites, []);
		},
	},
];
