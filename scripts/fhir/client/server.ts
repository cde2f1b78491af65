import startDatabases from '../../../testing/database/database-cluster.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

/** Runs a function with a new server and a new database. */
export async function withServer<Result>(run: (app: TestApp) => Promise<Result>): Promise<Result> {
  const stopDatabases = await startDatabases();
  const app = await startApp();
  try {
    return await run(app);
  } finally {
    await app.close();
    await stopDatabases();
  }
}
