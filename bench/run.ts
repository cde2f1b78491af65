import { benchEmergency } from './emergency.ts';
import { benchSaving } from './saving.ts';
import { openStage } from './stage.ts';

const rounds = 5;
const seconds = 3;
const figure = (value: number, digits = 0) => value.toFixed(digits);

const stage = await openStage();
try {
  const saving = await benchSaving(stage, rounds, seconds);
  console.log(
    `saving a step      ${figure(saving.ours)} /s, bare ${figure(saving.bare)} /s, ratio ${figure(saving.ratio, 2)} (goal 0.5), p99 ${figure(saving.p99, 1)} ms, bare p99 ${figure(saving.bareP99, 1)} ms, failures ${saving.failures}`,
  );
  const emergency = await benchEmergency(stage, rounds, seconds);
  console.log(
    `emergency page     ${figure(emergency.ours)} /s, bare ${figure(emergency.bare)} /s, ratio ${figure(emergency.ratio, 2)} (goal 0.6), p99 ${figure(emergency.p99, 1)} ms, bare p99 ${figure(emergency.bareP99, 1)} ms, failures ${emergency.failures}`,
  );
  console.log(`emergency page     ${emergency.htmlBytes} bytes of HTML (goal at most 14336)`);
} finally {
  await stage.close();
}
