import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable by which Node keeps compiled code, so that the twentieth process that a test starts costs half of the first. */
export const keepCompiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'wattle-compiled') };
