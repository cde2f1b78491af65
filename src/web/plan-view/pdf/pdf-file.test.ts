import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteSession, onSessionLost } from '../../api/session/session-lost.ts';
import { fetchPlanFhir, fetchPlanPdf, fileNameOf } from './pdf-file.ts';

const disposition = `attachment; filename="ACP___20260510.pdf"; filename*=UTF-8''ACP_%E9%99%88_%E6%9E%97_20260510.pdf`;

describe('the name of the downloaded plan', () => {
  it('is the one from the server, in any script [PLAN-03]', () => {
    expect(fileNameOf(disposition)).toBe('ACP_陈_林_20260510.pdf');
    expect(fileNameOf('attachment; filename="ACP_Doyle_Margaret_20260510.pdf"')).toBe(
      'ACP_Doyle_Margaret_20260510.pdf',
    );
  });

  it('is the plain one if the other is broken, and undefined if there is none', () => {
    expect(fileNameOf(`attachment; filename="plain.pdf"; filename*=UTF-8''%E9%9`)).toBe('plain.pdf');
    expect(fileNameOf('attachment')).toBeUndefined();
    expect(fileNameOf(null)).toBeUndefined();
  });
});

describe('downloading the plan', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (body: string, init: ResponseInit) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
  const pdf = { 'content-type': 'application/pdf', 'content-disposition': disposition };

  it('returns the document and its name [PLAN-03]', async () => {
    answer('%PDF-1.7', { status: 200, headers: pdf });
    const { content, name } = await fetchPlanPdf();
    expect(await content.text()).toBe('%PDF-1.7');
    expect(name).toBe('ACP_陈_林_20260510.pdf');
  });

  it('returns the file for a health service too, and throws if something else comes [X-03]', async () => {
    answer('{}', {
      status: 200,
      headers: { 'content-type': 'application/fhir+json', 'content-disposition': 'attachment' },
    });
    const { content, name } = await fetchPlanFhir();
    expect([await content.text(), name]).toEqual(['{}', 'advance care plan.fhir.json']);
    answer('%PDF-1.7', { status: 200, headers: pdf });
    await expect(fetchPlanFhir()).rejects.toMatchObject({ code: 'general_error' });
  });

  it.each([
    ['the server fails', '', { status: 500 }, 'general_error'],
    [
      'there is no signed plan',
      '{"ok":false}',
      { status: 404, headers: { 'content-type': 'application/json' } },
      'general_error',
    ],
    [
      'something else than a PDF comes',
      '<html>',
      { status: 200, headers: { 'content-type': 'text/html' } },
      'general_error',
    ],
    ['the document is empty', '', { status: 200, headers: pdf }, 'unavailable'],
  ])('throws when %s [ERR-26]', async (_, body, init, code) => {
    answer(body, init);
    await expect(fetchPlanPdf()).rejects.toMatchObject({ code });
  });

  it('throws if no response arrives [ERR-26]', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await expect(fetchPlanPdf()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports that the session is lost', async () => {
    const onProgress = vi.fn();
    const stop = onSessionLost(onProgress);
    noteSession('margaret');
    answer('{}', { status: 401 });
    await expect(fetchPlanPdf()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(onProgress).toHaveBeenCalledTimes(1);
    stop();
  });
});
