/** The worker that prepares a picture: one message comes in with the file, and one goes out. */
import { cleanPicture } from '#web/posters/picture/clean-picture.ts'

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void cleanPicture(data).then((result) => postMessage(result, {}))
})
