// npm run trace [area ...]: lists the rows of docs/requirements.tsv that no test names. A test names the rows it proves at the
// end of its title: "refuses a birth date in the future [SIGNUP-22]" or "[SIGNUP-22, SIGNUP-23]".
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.env.TRACE_ROOT || dirname(dirname(fileURLToPath(import.meta.url)));

/** The rows of requirements.tsv: id, area, requirement. */
function readRequirements() {
  const lines = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean);
  return lines.map((line) => {
    const [id, area, requirement] = line.split('\t');
    return { id, area, requirement };
  });
}

function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path);
    return /\.(test\.tsx?|spec\.ts)$/.test(entry.name) ? [path] : [];
  });
}

/** Returns every id of `[ID-01, ID-02]` and `[ID-01, fault 2]` in a test file. Other brackets hold no ids. */
function idsIn(text) {
  const found = [];
  for (const [, list] of text.matchAll(/\[([\w ,-]+)\]/g)) {
    const names = list.split(',').map((name) => name.trim());
    if (!names.every((name) => /^(?:[A-Z][A-Z0-9]*-\d+[a-z]?|(?:fault|security) \d+)$/.test(name))) continue;
    found.push(...names.filter((name) => name.includes('-')));
  }
  return found;
}

const requirements = readRequirements();
const known = new Set(requirements.map((row) => row.id));
const covered = new Map();
const unknown = [];
for (const folder of ['src', 'testing', 'e2e', 'scripts', 'docs']) {
  for (const file of testFiles(join(root, folder))) {
    for (const id of idsIn(readFileSync(file, 'utf8'))) {
      // Decisions and gaps of the specification, and findings of a review, may be named too; they are not rows of the list.
      if (/^(D|GAP|CON|R|S)-\d/.test(id)) continue;
      if (known.has(id)) covered.set(id, (covered.get(id) ?? 0) + 1);
      else unknown.push(`${relative(root, file)}: [${id}]`);
    }
  }
}

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = (row) =>
  wanted.length === 0 ||
  wanted.some((word) => row.area.toLowerCase().includes(word) || row.id.toLowerCase().startsWith(`${word}-`));
const areas = new Map(requirements.map((row) => [row.area, []]));
for (const row of requirements) areas.get(row.area).push(row);

let total = 0;
let proved = 0;
for (const [area, all] of areas) {
  const rows = all.filter(isWanted);
  if (rows.length === 0) continue;
  const open = rows.filter((row) => !covered.has(row.id));
  total += rows.length;
  proved += rows.length - open.length;
  console.log(`${area}: ${rows.length - open.length} of ${rows.length}`);
  for (const row of open) console.log(`  ${row.id}  ${row.requirement}`);
}
console.log(`${proved} of ${total} requirements are named by a test, ${total - proved} are not.`);

if (unknown.length > 0) {
  console.error(
    `\nTests name requirements that do not exist:\n${unknown.map((line) => `  ${line}`).join('\n')}`,
  );
  process.exit(1);
}
