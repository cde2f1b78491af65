import { chromium } from '@playwright/test';
const base = 'http://localhost:3931';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const [,, email, lang, width, path, action, out] = process.argv;
const context = await browser.newContext({ viewport: { width: Number(width), height: width < 500 ? 844 : 900 }, locale: lang === 'zh' ? 'zh-CN' : 'en-AU', deviceScaleFactor: width < 500 ? 2 : 1, ...(process.env.DARK && { colorScheme: 'dark' }) });
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
page.on('websocket', (ws) => { console.log('ws', ws.url()); ws.on('framereceived', (f) => console.log('<', String(f.payload).slice(0, 160))); ws.on('close', () => console.log('ws closed')); });
const r = await context.request.post(base + '/api/auth/email-password', { data: { email, password: 'Wattle-demo-1', type: 'login' }, headers: { origin: base } });
console.log('login', r.status(), JSON.stringify(await r.json()).slice(0, 120));
if (lang === 'zh') await context.addInitScript(() => localStorage.setItem('wattle.language', 'zh'));
await page.goto(base + path);
await page.waitForTimeout(4000);
if (action === 'bell') { await page.locator('button.tool[aria-haspopup=dialog]').first().click(); await page.waitForTimeout(1500); }
await page.screenshot({ path: out });
console.log(page.url(), await page.title());
await browser.close();
