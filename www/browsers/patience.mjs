/**
 * How many milliseconds a test waits for one thing that has to happen before it reports that it did
 * not. It ends what hangs, and measures nothing: what is instant on an idle machine may take a
 * minute beside other work. Who mends a red test on an idle machine waits shorter with
 * `AGENT_TODOS_PATIENCE`, in seconds.
 */
export const patience = Number(process.env.AGENT_TODOS_PATIENCE ?? 120) * 1000;

/** The same for a program that a test runs to its end. */
export const programPatience = 3 * patience;
