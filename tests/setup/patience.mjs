/**
 * How many milliseconds a test waits for what has to happen before it reports that nothing did. It ends what hangs, and measures
 * nothing: what is instant on an idle machine may take minutes beside other work. Who mends a red test on an idle machine waits
 * shorter with `AGENT_TODOS_PATIENCE`, in seconds.
 */
export const patience = Number(process.env.AGENT_TODOS_PATIENCE ?? 300) * 1000;
