import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const endpoint = 'http://localhost:4318/';
const traces = (variables: Record<string, string>) =>
  readConfig({ APP_ENV: 'test', WATTLE_KEYS: `test:${'A'.repeat(43)}=`, ...variables }).traces;

describe('the address of traces', () => {
  it('is undefined without the address of a collector', () => {
    expect(traces({})).toBeUndefined();
    expect(traces({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
  });

  it('is below the address, with the headers decoded', () => {
    expect(
      traces({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb=, x-tenant = care ',
      }),
    ).toEqual({
      url: 'http://localhost:4318/v1/traces',
      headers: { authorization: 'Bearer a,b=', 'x-tenant': 'care' },
      share: 1,
    });
  });

  it.each([
    [{}, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 1],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 0.1],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 1],
  ])('comes with the share of the sampler: %j', (variables, share) => {
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...variables })?.share).toBe(share);
  });
});
