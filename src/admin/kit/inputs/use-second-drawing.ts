import { useEffect, useState } from 'react'

/**
 * Material UI's Autocomplete forgets the highlighted option at the first drawing after the one that changed the options:
 * an arrow key pressed between the two would be lost. This makes that drawing follow at once, before any key.
 */
export const useSecondDrawing = (options: readonly string[]): void => {
  const drawn = options.join('\n')
  const [, draw] = useState('')
  useEffect(() => draw(drawn), [drawn])
}
