// Confidence intervals of 95 %: Wilson's for a proportion, a bootstrap of percentiles for a mean.

const z = 1.959964;

/**
 * Wilson's score interval of `count` successes in `of` trials: `[low, high]`, from 0 to 1. Its
 * centre is pulled towards a half.
 */
export function wilson(count, of) {
	if (of === 0) return [0, 1];
	const share = count / of;
	const square = z ** 2;
	const centre = (share + square / (2 * of)) / (1 + square / of);
	const half =
		(z / (1 + square / of)) *
		Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2));
	return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/**
 * Returns the interval of the mean of some values: the percentiles 2.5 and 97.5 of the means of
 * 4,000 samples, drawn with replacement. The same values have the same interval.
 */
export function bootstrap(values) {
	if (values.length === 0) return [Number.NaN, Number.NaN];
	const below = dice();
	const means = Array.from({ length: 4000 }, () =>
		mean(values.map(() => values[below(values.length)])),
	).sort((a, b) => a - b);
	return [means[99], means[3899]];
}

export const mean = (values) =>
	values.reduce((total, value) => total + value, 0) / values.length;

/** Marsaglia's xorshift, from the same state each time. */
function dice() {
	let state = 1;
	return (most) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % most;
	};
}
