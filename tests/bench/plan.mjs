// The list that both contenders work on: thirty steps of one browser task, in the length and with
// the characters that models write them. About one in five has something to escape in XML.

export const steps = [
	"Open the travel site and close the cookie banner",
	"Search for flights from Berlin to Lisbon on 14 March",
	"Filter the results: one stop at most, < 6 hours",
	"Open the three cheapest flights in new tabs",
	"Read baggage rules & change fees of each flight",
	"Note price, airline, departure and arrival of each",
	"Pick the flight with the best price per hour",
	"Select 2 adults and continue to the seat map",
	"Choose two seats next to each other behind row 12",
	"Decline the insurance and the rental car offer",
	"Fill in the passengers' names as in the passport file",
	"Stop before payment and show the total to the user",
	"Open the hotel site in a new tab",
	"Search hotels in Alfama, 14 to 18 March, two guests",
	"Sort by review score and keep those above 8.5",
	"Check that the five best have free cancellation",
	"Compare breakfast & city tax between them",
	"Look up the walking time to the nearest metro station",
	"Save the best two hotels to the shared list",
	"Open the museum page and find the opening hours",
	"Check whether tickets for 15 March are sold online",
	'Add two tickets for the "Azulejo" museum to the basket',
	"Find a restaurant near the museum with a vegetarian menu",
	"Reserve a table for two at 19:30 on 15 March",
	"Copy the confirmation number into the notes",
	"Look up the airport bus and its last departure",
	"Put all the times into the calendar draft",
	"Write a summary: flight, hotel, museum -> restaurant",
	"Send the summary to the user and ask for approval",
	"Close the tabs that are no longer needed",
];

export const five = steps.slice(0, 5);
const five2 = steps.slice(5, 10);

const call = (request) => JSON.stringify(request);
const todos = (contents) => contents.map((content) => ({ content }));

/** The calls as a model sends them: JSON text. */
export const completeEach = steps.map((_, index) =>
	call({ action: "complete_multiple", ids: [index + 1] }),
);
export const replaceWithFive = call({
	action: "replace_all",
	todos: todos(five),
});
export const replaceWithAll = call({
	action: "replace_all",
	todos: todos(steps),
});
export const addFive = call({ action: "add_multiple", todos: todos(five2) });

export const listAll = call({ action: "list" });

const whole = (contents, done) =>
	call({
		todos: contents.map((content, i) => ({
			content,
			status: i < done ? "completed" : i === done ? "in_progress" : "pending",
			activeForm: `Now: ${content}`,
		})),
	});
/** The whole list, once per step of the plan: each time one more is completed. */
export const rewriteEach = steps.map((_, index) => whole(steps, index));
export const rewriteDone = whole(steps, steps.length);
/** The whole list, each time with texts of its own, which no text of another one resembles. */
export const replaceEach = steps.map((_, index) =>
	whole(
		steps.map((step) => `${[...step].reverse().join("")} (${index})`),
		0,
	),
);
