// What the colours of the element follow: the tokens of shadcn, and whether the page is dark.

const tokens = [
	"--card",
	"--card-foreground",
	"--muted-foreground",
	"--border",
	"--primary",
	"--primary-foreground",
	"--destructive",
];

/**
 * Uses the tokens of shadcn only if they are colours: older ones are bare numbers under the same
 * names.
 */
export function checkTokens(
	element: Element,
	{ states }: ElementInternals,
): void {
	const { CSS } = globalThis;
	if (!CSS?.supports || !states) return;
	const style = getComputedStyle(element);
	const areColours = tokens.every((name) => {
		const value = style.getPropertyValue(name).trim();
		return value === "" || CSS.supports("color", value);
	});
	if (areColours) states.delete("bare");
	else states.add("bare");
}

/** Returns whether a computed colour is light. */
function isLight(color: string): boolean {
	const [first = 0, second = 0, third = 0] = (color.match(/[\d.]+/g) ?? []).map(
		Number,
	);
	if (color.startsWith("rgb"))
		return first * 0.3 + second * 0.59 + third * 0.11 > 140;
	if (color.startsWith("color"))
		return first * 0.3 + second * 0.59 + third * 0.11 > 0.55;
	// Lightness is the first number: of 1, or of 100.
	return first > (color.startsWith("ok") ? 0.6 : 60);
}

/** Follows the text around the element: light text stands on something dark. */
export function followScheme(
	element: Element,
	{ states }: ElementInternals,
): void {
	const root = element.getRootNode();
	const around =
		element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
	if (!around || !states) return;
	const [scheme, other] = isLight(getComputedStyle(around).color)
		? (["dark", "light"] as const)
		: (["light", "dark"] as const);
	states.delete(other);
	states.add(scheme);
}
