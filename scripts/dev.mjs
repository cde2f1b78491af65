// npm run dev: starts the server, restarted at each change, and Vite's own server in front of it, which shows changes at once.
import { spawn } from 'node:child_process';
import { environment, installPackages, node, root } from './prepare.mjs';

installPackages();
const env = environment({ APP_ENV: process.env.APP_ENV || 'development' });
const children = [
  spawn(
    node,
    ['--watch-path=src/server', '--watch-path=src/domain', '--watch-preserve-output', 'src/server/main.ts'],
    { cwd: root, stdio: 'inherit', env },
  ),
  spawn(node, ['node_modules/vite/bin/vite.js'], { cwd: root, stdio: 'inherit', env }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
