/** Counts the turns of this thread's event loop until a promise settles. */
export async function turnsDuring<T>(work: Promise<T>): Promise<{ turns: number; outcome: T }> {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  try {
    const outcome = await work
    return { turns, outcome }
  } finally {
    clearInterval(timer)
  }
}
