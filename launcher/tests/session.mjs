// A browser's session at the portal, for scripts: `node session.mjs sign-in BASE NAME` prints the session's cookie,
// `node session.mjs me BASE` prints what /api/v1/me says to the cookie in SESSION_COOKIE; exit code 1 with the status when it refuses.
const [, , command, base, name] = process.argv;

/** Cookies by origin; nothing more of a jar is needed here. */
const jar = new Map();

async function send(url, options = {}) {
  const { origin } = new URL(url);
  const cookies = jar.get(origin) ?? new Map();
  jar.set(origin, cookies);
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const answer = await fetch(url, {
    redirect: 'manual',
    ...options,
    headers: { ...options.headers, ...(cookie && { cookie }) },
  });
  for (const set of answer.headers.getSetCookie()) {
    const [, key, value] = /^([^=]+)=([^;]*)/.exec(set);
    cookies.set(key, value);
  }
  return answer;
}

function location(answer, at) {
  if (answer.status !== 302) {
    throw new Error(`${at} answered ${answer.status}`);
  }
  return answer.headers.get('location');
}

async function signIn() {
  const keycloak = location(await send(`${base}/signin`), '/signin');
  const form = await (await send(keycloak)).text();
  const action = /action="([^"]+)"/.exec(form)?.[1].replaceAll('&amp;', '&');
  if (!action) {
    throw new Error('Keycloak shows no form');
  }
  const body = new URLSearchParams({ username: name, password: `${name}-demo` });
  const back = location(await send(action, { method: 'POST', body }), 'the form');
  location(await send(back), '/signin/callback');
  const session = [...jar.get(new URL(base).origin)].find(([key]) => key.endsWith('gatehouse_session'));
  console.log(session.join('='));
}

async function me() {
  const headers = { cookie: process.env.SESSION_COOKIE };
  const answer = await fetch(`${base}/api/v1/me`, { headers });
  console.log(answer.ok ? await answer.text() : `status ${answer.status}`);
  process.exitCode = answer.ok ? 0 : 1;
}

await (command === 'sign-in' ? signIn() : me());
