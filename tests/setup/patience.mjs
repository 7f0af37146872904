/**
 * How many milliseconds a test waits for what has to happen before it reports that nothing did. It ends what hangs, and measures
 * nothing: what is instant on an idle machine may take minutes beside other work.
 */
export const patience = 300_000;
