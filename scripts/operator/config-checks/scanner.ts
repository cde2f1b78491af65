import { once } from 'node:events';
import { connect } from 'node:net';
import type { Config } from '../../../src/server/config.ts';
import { clamdScan } from '../../../src/server/ports/virus-scan/clamd.ts';
import { VirusScanError } from '../../../src/server/ports/virus-scan/port.ts';
import { failed } from './failure.ts';
import { right, waitMs, wrong, type Found } from './finding.ts';

/** The harmless file that every scanner reports (eicar.org), in two parts so that scanners do not report this source file. */
const testFile = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];

async function* content(text: string) {
  yield Buffer.from(text);
}

async function answersPing({ host, port }: { host: string; port: number }): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    const signal = AbortSignal.timeout(waitMs);
    await once(socket, 'connect', { signal });
    socket.write('zPING\0');
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    return answer.toString('latin1').startsWith('PONG');
  } finally {
    socket.destroy();
  }
}

/** Tests that the virus scanner responds (clamd's PING), finds the EICAR test file and accepts a clean one. */
export async function checkScanner({ clamd }: Config): Promise<Found> {
  if (!clamd) return right('none: files are not scanned for viruses');
  try {
    if (!(await answersPing(clamd))) return wrong("it does not speak clamd's protocol");
    const scan = clamdScan(clamd, { connect: waitMs, step: waitMs, verdict: waitMs });
    if (await scan.isClean(content(testFile.join(''))))
      return wrong('it finds nothing in the test file of EICAR');
    if (!(await scan.isClean(content('A clean file.')))) return wrong('it reports a virus in a clean file');
    return right('it finds the test file of EICAR');
  } catch (error) {
    return error instanceof VirusScanError ? wrong('it gives no verdict on a file') : failed(error);
  }
}
