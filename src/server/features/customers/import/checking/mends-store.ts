import type { MendedCells } from '../reading/rows.ts';
import { place } from '../../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';

const cellsPlace = (importId: string, line: number) =>
  place('customer_import_mends', 'cells_sealed', importId, String(line));

type Sealing = Pick<Services, 'keyring'>;

/** Loads the mended cells of the lines of a list, by line. */
export async function findMends(
  tx: Tx,
  { keyring }: Sealing,
  importId: string,
): Promise<ReadonlyMap<number, MendedCells>> {
  const rows = await tx
    .selectFrom('customer_import_mends')
    .select(['line', 'cells_sealed'])
    .where('import_id', '=', importId)
    .execute();
  return new Map(
    rows.map(({ line, cells_sealed }) => [
      line,
      keyring.openJson<MendedCells>(cellsPlace(importId, line), cells_sealed),
    ]),
  );
}

/** Stores the mended cells of a line. */
export async function keepMend(
  tx: Tx,
  { keyring }: Sealing,
  mend: { importId: string; line: number; cells: MendedCells },
  now: Date,
): Promise<void> {
  const { importId, line, cells } = mend;
  const values = { cells_sealed: keyring.sealJson(cellsPlace(importId, line), cells), created_at: now };
  await tx
    .insertInto('customer_import_mends')
    .values({ import_id: importId, line, ...values })
    .onConflict((conflict) => conflict.columns(['import_id', 'line']).doUpdateSet(values))
    .execute();
}
