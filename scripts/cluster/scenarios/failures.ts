import { setTimeout as pause } from 'node:timers/promises';
import { bounds } from '../bounds.ts';
import type { DatabaseNode, DatabaseNodes } from '../database-nodes.ts';
import { until } from '../processes.ts';
import { check, observe, type Check, type Scenario } from './scenario.ts';

const card = { page: bounds.card, pin: bounds.card };
const replaced = { save: bounds.machine, ...card };
const thawed = { save: bounds.frozen, ...card };
const unnoticed = { save: bounds.switchover, ...card };

/** Waits until another node than this one is the primary. */
const untilReplaced = (nodes: DatabaseNodes, old: DatabaseNode) =>
  until(
    'another node is the primary',
    async () => {
      const others = nodes.all.filter((node) => node !== old);
      return (await Promise.all(others.map((node) => node.is('/primary')))).some(Boolean);
    },
    60,
  );

/** The machine of the primary loses its power, and gets it back. */
export const machine: Scenario = {
  async run(stage) {
    const { nodes } = stage.cluster;
    const { primary } = await nodes.pair();
    const checks = await observe(stage, replaced, async () => primary.cutPower());
    primary.powerOn();
    await nodes.untilWhole();
    return checks;
  },
};

/** A planned change of the primary. */
export const switchover: Scenario = {
  async run(stage) {
    const { nodes, values } = stage.cluster;
    const { primary, next } = await nodes.pair();
    const checks = await observe(stage, unnoticed, async () => {
      const args = [values['CLUSTER'] ?? '', '--primary', primary.name, '--candidate', next.name, '--force'];
      await next.patronictl('switchover', ...args);
    });
    await nodes.untilWhole();
    const now = await nodes.primary();
    return [...checks, check('the other node is the primary', now === next ? [] : [`${now?.name} is`])];
  },
};

/** How long the machine stays frozen after it was replaced, in milliseconds. */
const frozenMs = 15_000;

/** The machine of the primary is frozen, is replaced, and continues as if nothing had happened. */
export const freeze: Scenario = {
  async run(stage) {
    const { nodes } = stage.cluster;
    const { primary } = await nodes.pair();
    const checks = await observe(
      stage,
      thawed,
      async () => {
        primary.freeze();
        await untilReplaced(nodes, primary);
      },
      async (): Promise<Check[]> => {
        await pause(frozenMs);
        const replacement = await nodes.primary();
        primary.thaw();
        await pause(frozenMs);
        const now = await nodes.primary();
        const same = now !== undefined && now === replacement;
        return [
          check(
            'the thawed machine does not become the primary again',
            same ? [] : [`${now?.name} is the primary`],
          ),
        ];
      },
    );
    await nodes.untilWhole();
    return checks;
  },
};

const etcdAwayMs = 30_000;

/** Two of three members of etcd are frozen: `failsafe_mode` keeps the primary. */
export const etcd: Scenario = {
  async run(stage) {
    const { nodes } = stage.cluster;
    const { primary } = await nodes.pair();
    const away = nodes.all.filter((node) => node !== primary);
    const checks = await observe(stage, unnoticed, async () => {
      for (const node of away) node.freeze('etcd');
      await pause(etcdAwayMs);
      for (const node of away) node.thaw();
    });
    await nodes.untilWhole();
    const now = await nodes.primary();
    return [...checks, check('the primary stays the primary', now === primary ? [] : [`${now?.name} is`])];
  },
};
