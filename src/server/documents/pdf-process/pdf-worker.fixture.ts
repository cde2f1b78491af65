import type { PdfReply, PdfRequest } from './pdf-worker.ts';

/** A worker for tests whose behaviour depends on the title of the document: crash, hang, fail, or return its environment. */
let made = 0;

process.on('message', ({ id, document }: PdfRequest) => {
  if (document.title === 'crash') process.kill(process.pid, 'SIGKILL');
  else if (document.title === 'hang') for (;;) Math.sqrt(2);
  else if (document.title !== 'silent') {
    made += 1;
    const text = JSON.stringify({
      title: document.title,
      process: process.pid,
      made,
      names: Object.keys(process.env),
    });
    const memory = document.title === 'heavy' ? 2e9 : 1e6;
    process.send?.({
      id,
      pdf: document.title === 'fail' ? null : Buffer.from(text),
      memory,
    } satisfies PdfReply);
  }
});

process.on('disconnect', () => process.exit(0));
