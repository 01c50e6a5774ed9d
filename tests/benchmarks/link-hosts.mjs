import { createServer } from 'node:http'

/** Body of working links. */
const SENT = Buffer.alloc(64 * 1024, 'x')

const answers = {
  good: (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(SENT),
  refusing: (response) => response.writeHead(403).end(),
  hanging: () => undefined,
  lying: (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>No disponible</title>'),
}

/** Number of hosts of streams. They listen on free ports, which are sent to the parent process. */
const count = Number(process.argv[2])
const ports = []
let most = 0
for (let index = 0; index < count; index++) {
  let underWay = 0
  const server = createServer((request, response) => {
    underWay++
    most = Math.max(most, underWay)
    response.once('close', () => underWay--)
    const kind = request.url.split('/')[1]
    answers[kind]?.(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  ports.push(server.address().port)
}
process.send({ ports })
process.on('message', () => process.send({ most }))
process.on('disconnect', () => process.exit(0))
