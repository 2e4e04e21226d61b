import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { Kaibo, type ClientOptions } from "../src/index.js";

/** The root of the package, seen from the compiled tests. */
export const ROOT = new URL("../../", import.meta.url);

/** A real server on a free port of this machine, with data of its own; it ends with the tests of the file. */
export interface Server {
  url: string;
  data: string;
  client(options?: ClientOptions): Kaibo;
}

/** Starts the program that KAIBO_BIN names. */
export function useServer(): Server {
  const server: Server = {
    url: "", data: "",
    client: (options = {}) => new Kaibo({ url: server.url, ...options }),
  };
  let child: ChildProcess | undefined;
  before(async () => {
    const program = process.env["KAIBO_BIN"];
    if (!program) throw new Error("KAIBO_BIN must name the kaibo program: go build -o /tmp/kaibo ./cmd/kaibo");
    server.data = await mkdtemp(join(tmpdir(), "kaibo-ts-"));
    child = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data", server.data], { stdio: ["ignore", "pipe", "pipe"] });
    server.url = await listening(child);
  });
  after(async () => {
    if (child && child.exitCode === null) {
      const ended = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
    if (server.data) await rm(server.data, { recursive: true, force: true });
  });
  return server;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${said}`)), 20_000);
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
