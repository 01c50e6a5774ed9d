/** Counts the turns that the event loop of this thread takes until something settles. */
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
