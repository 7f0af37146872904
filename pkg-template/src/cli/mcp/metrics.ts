// What `/metrics` says, in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/
//
// Written here rather than by prom-client: three families of counters are fewer lines than what it takes to make that one more
// optional peer.

import type { McpCall } from "../../mcp.js";

/** Seconds, up to the time after which a call to the database is given up. */
const buckets = [
	...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1],
	...[0.25, 0.5, 1, 2.5, 5, 10, 30],
];

interface Times {
	readonly counts: number[];
	count: number;
	sum: number;
}

/** A value that is read when it is asked for. */
export interface Gauge {
	readonly name: string;
	readonly help: string;
	readonly read: () => number;
}

export class Metrics {
	readonly #calls = new Map<string, number>();
	readonly #times = new Map<string, Times>();
	readonly #errors = new Map<string, number>();
	#conflicts = 0;
	readonly #gauges: Gauge[] = [
		{
			name: "process_start_time_seconds",
			help: "When the process started, in seconds since the epoch.",
			read: () => performance.timeOrigin / 1000,
		},
		{
			name: "process_resident_memory_bytes",
			help: "Resident memory.",
			read: () => process.memoryUsage.rss(),
		},
	];

	/** A call of a tool is over. */
	called({ tool, ok, milliseconds, error }: McpCall): void {
		const result = error !== undefined ? "failed" : ok ? "ok" : "refused";
		add(this.#calls, `tool="${tool}",result="${result}"`);
		const times = this.#times.get(tool) ?? {
			counts: buckets.map(() => 0),
			count: 0,
			sum: 0,
		};
		this.#times.set(tool, times);
		const seconds = milliseconds / 1000;
		const place = buckets.findIndex((bound) => seconds <= bound);
		if (place >= 0) times.counts[place] = (times.counts[place] ?? 0) + 1;
		times.count += 1;
		times.sum += seconds;
	}

	/** A write was refused because somebody else had written; the call tries again. */
	conflicted(): void {
		this.#conflicts += 1;
	}

	/** The storage failed, with the code of a `StorageError`. */
	storageFailed(code: string): void {
		add(this.#errors, `code="${code}"`);
	}

	observe(gauge: Gauge): void {
		this.#gauges.push(gauge);
	}

	text(): string {
		const times = [...this.#times].flatMap(([tool, { counts, count, sum }]) => {
			const name = "agent_todos_call_duration_seconds";
			let below = 0;
			return [
				...buckets.map((bound, place) => {
					below += counts[place] ?? 0;
					return `${name}_bucket{tool="${tool}",le="${bound}"} ${below}`;
				}),
				`${name}_bucket{tool="${tool}",le="+Inf"} ${count}`,
				`${name}_sum{tool="${tool}"} ${sum}`,
				`${name}_count{tool="${tool}"} ${count}`,
			];
		});
		const lines = [
			...family(
				"agent_todos_calls_total",
				"counter",
				"Calls of tools: ok, refused for what was asked, or failed in the storage.",
				labelled("agent_todos_calls_total", this.#calls),
			),
			...family(
				"agent_todos_call_duration_seconds",
				"histogram",
				"How long calls of tools took.",
				times,
			),
			...family(
				"agent_todos_conflicts_total",
				"counter",
				"Writes that were refused because somebody else had written, each of which was tried again or reported.",
				[`agent_todos_conflicts_total ${this.#conflicts}`],
			),
			...family(
				"agent_todos_storage_errors_total",
				"counter",
				"Reads and writes that failed, by code.",
				labelled("agent_todos_storage_errors_total", this.#errors),
			),
			...this.#gauges.flatMap(({ name, help, read }) =>
				family(name, "gauge", help, [`${name} ${read()}`]),
			),
		];
		return `${lines.join("\n")}\n`;
	}
}

function add(counts: Map<string, number>, labels: string): void {
	counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function labelled(name: string, counts: Map<string, number>): string[] {
	return [...counts].map(([labels, count]) => `${name}{${labels}} ${count}`);
}

function family(
	name: string,
	type: string,
	help: string,
	samples: readonly string[],
): string[] {
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
}
