import { expect, test } from 'vitest'
import { isStreamUrl, isUrlOrPath, isWebUrl } from '../../../src/domain/validation/fields.ts'

test.each([isWebUrl, isStreamUrl, isUrlOrPath])(
  '%o accepts accents in hosts and paths however often it was called',
  (isUrl) => {
    const urls = ['https://ñandú.example/1', 'https://cdn.example/película.mp4']
    // The engine optimises after some thousand calls.
    for (let calls = 0; calls < 20_000; calls++) {
      const rejected = urls.find((url) => !isUrl(url))
      if (rejected) expect.fail(`${rejected} after ${calls} calls`)
    }
  },
)
