export async function signIn(url: string): Promise<{ token: string; userId: string }> {
  const answer = await fetch(`${url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@guarita.demo', password: 'guarita-demo', remember: true }),
  })
  const { token, user } = await answer.json()
  return { token, userId: user.userId }
}
