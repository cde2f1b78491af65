import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boundsLeftOpen } from './memory-bounds.ts';

const both = ['--max-semi-space-size=16', '--max-old-space-size=1024'];

describe('default memory limits', () => {
  it('are added to how a process was started', () => {
    expect(boundsLeftOpen({ execArgv: ['--enable-source-maps'], env: {} })).toEqual({
      execArgv: both,
      env: { MALLOC_ARENA_MAX: '2' },
    });
  });

  it('are not added if the operator set them, as options or in the environment, in either spelling', () => {
    const env = { MALLOC_ARENA_MAX: '4' };
    const own = ['--max_semi_space_size=32', '--max-old-space-size=2048'];
    expect(boundsLeftOpen({ execArgv: own, env })).toBeUndefined();
    expect(boundsLeftOpen({ execArgv: [], env: { ...env, NODE_OPTIONS: own.join(' ') } })).toBeUndefined();
    expect(boundsLeftOpen({ execArgv: ['--max-heap-size=900'], env })).toBeUndefined();
    expect(boundsLeftOpen({ execArgv: own.slice(1), env })).toEqual({ execArgv: [both[0]], env: {} });
  });

  it('are not added to a process that has them, so that it restarts only once', () => {
    const open = boundsLeftOpen({ execArgv: [], env: {} });
    expect(open && boundsLeftOpen(open)).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('a process that keeps its memory in bounds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-memory-'));
  const program = join(folder, 'program.ts');
  const module = new URL('memory-bounds.ts', import.meta.url).href;
  writeFileSync(
    program,
    `const { keepMemoryInBounds } = await import(${JSON.stringify(module)});
    keepMemoryInBounds();
    const { heap_size_limit: limit } = (await import('node:v8')).getHeapStatistics();
    const report = { pid: process.pid, limit, words: process.argv.slice(2), env: process.env };
    if (process.send) process.send(report, () => process.disconnect());
    else console.log(JSON.stringify(report));`,
  );
  const { NODE_OPTIONS: _, MALLOC_ARENA_MAX: __, ...env } = process.env;
  afterAll(() => rmSync(folder, { recursive: true }));

  it('restarts under its process id, with its arguments and variables', () => {
    const options = { encoding: 'utf8', env: { ...env, OWN: 'kept' } } as const;
    const { stdout, stderr, pid } = spawnSync(process.execPath, [program, 'two', 'words'], options);
    expect(stderr).toBe('');
    const reported = JSON.parse(stdout);
    expect(reported).toMatchObject({
      pid,
      words: ['two', 'words'],
      env: { OWN: 'kept', MALLOC_ARENA_MAX: '2' },
    });
    expect(Math.round(reported.limit / 1024 / 1024 / 100)).toBe(11);
  });

  it('continues unchanged if it has an IPC channel to a parent', async () => {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [reported] = await once(child, 'message');
    expect(reported).toMatchObject({ pid: child.pid });
    expect(reported.env).not.toHaveProperty('MALLOC_ARENA_MAX');
  });
});
