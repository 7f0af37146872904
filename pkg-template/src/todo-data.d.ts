// The type of the data of a todo.

import type { Register } from "./register.js";

export type TodoData = Register extends { data: infer Data } ? Data : unknown;
