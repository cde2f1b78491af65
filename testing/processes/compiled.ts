import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable of Node's compile cache: the twentieth process that a test starts costs half as much as the first. */
export const keepCompiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'wattle-compiled') };
