/** One browser of a test: keeps its cookies and sends the same requests as the web. */
export class TestClient {
  readonly url: string;
  private readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async fetch(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const headers: Record<string, string> = { origin: this.url, ...init.headers };
    if (this.cookies.size > 0) headers['cookie'] = this.cookieHeader();
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  /** Sends JSON with POST. Returns the status and the parsed answer. */
  async post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: any; headers: Headers }> {
    const response = await this.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
  }

  /** Runs one GraphQL operation. Returns its data and errors. */
  async graphql(
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<{ status: number; data: any; errors: any[] | undefined }> {
    const { status, body } = await this.post('/api/graphql', { query, variables });
    return { status, data: body?.data, errors: body?.errors?.length ? body.errors : undefined };
  }

  async signIn(email: string, password: string): Promise<void> {
    const { status, body } = await this.post('/api/auth/email-password', { email, password, type: 'login' });
    if (status !== 200 || !body.ok)
      throw new Error(`Sign-in of ${email} failed: ${status} ${JSON.stringify(body)}`);
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(setCookie: string): void {
    const [pair = ''] = setCookie.split(';');
    const [name = '', ...value] = pair.split('=');
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }
}
