import {
  type PostgresQueries,
  postgresStorage,
} from "agent-todos/storage/postgres";

declare const sql: {
  unsafe(text: string, values?: unknown[]): Promise<object[]>;
}; // of postgres(url)

const queries: PostgresQueries = {
  query: async (text, values) => ({ rows: await sql.unsafe(text, values) }),
};
const storage = postgresStorage(queries);
await storage.migrate(); // creates the tables
