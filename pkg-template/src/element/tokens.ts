// The tokens of shadcn, which the colours of the element fall back to.

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
