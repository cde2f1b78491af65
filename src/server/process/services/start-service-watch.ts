import type { Config } from '../../config.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import type { Metrics } from '../metrics.ts';
import { watchServices, type ServiceFacts, type ServiceWatch } from './service-watch.ts';
import { watchedServices, type Reached } from './watched-services.ts';

/** Creates the checks whether the required outside services respond, which start once. */
export function createServiceWatch({ config, log }: { config: Config; log: WriteLine }, reached: Reached) {
  let watch: ServiceWatch | undefined;
  return {
    start(metrics: Metrics) {
      watch ??= watchServices({ services: watchedServices(config, reached), log });
      metrics.watchServices(() => watch?.states() ?? []);
    },
    /** Returns the states of the services; none before the start. */
    facts: (): readonly ServiceFacts[] => watch?.facts() ?? [],
    stop: () => watch?.stop(),
  };
}
