export class TodoError extends Error { constructor(code: string, message: string); readonly code: string; }
