// The file that keeps a list: a checkpoint text, replaced as a whole. After `write` returned it is on the disk; a process
// that is killed in the middle of one leaves the file as it was.

import { closeSync, fchmodSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "./arguments.js";
import { codeOf, LockFile } from "./lock-file.js";

export class DataFile {
  readonly path: string;
  readonly #lock: LockFile;

  /** Throws a `StartError` when its folder does not exist or another process has the file. */
  constructor(path: string) {
    this.path = resolved(path);
    try {
      this.#lock = new LockFile(`${this.path}.lock`);
    } catch (error) {
      if (error instanceof StartError) throw error;
      throw new StartError(`no lock can be made beside --data ${path}: ${(error as Error).message}`);
    }
  }

  /** The text in it, or null while there is none. Throws a `StartError` when it cannot be read. */
  read(): string | null {
    let bytes;
    try {
      bytes = readFileSync(this.path);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw new StartError(`${this.path} cannot be read: ${(error as Error).message}`);
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new StartError(`${this.path} is no text in UTF-8: it was left as it is; move it away, or give another file as --data`);
    }
  }

  /** Throws when the text is not on the disk; the file is then as before. */
  write(text: string): void {
    if (!this.#lock.isHeld()) throw new Error(`the lock ${this.path}.lock is no longer this process's: nothing is written, start it again`);
    const temporary = `${this.path}.tmp`;
    // What a killed process left; the lock says that nobody writes it now.
    rmSync(temporary, { force: true });
    const file = openSync(temporary, "wx", 0o600);
    try {
      const mode = statSync(this.path, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) fchmodSync(file, mode & 0o777);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    renameSync(temporary, this.path);
    syncFolder(dirname(this.path));
  }

  close(): void {
    this.#lock.release();
  }
}

/** The rename itself is on the disk when the folder is. Windows has no such thing as opening a folder. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Where the file really lies: a rename would put a file in the place of a link to it. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(path)), basename(path));
    } catch {
      throw new StartError(`--data ${path}: there is no folder ${dirname(path)}: make it first`);
    }
  }
}
