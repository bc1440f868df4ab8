/**
 * Counts trials, each id once, and writes what was counted into the log, in one step: so the log and the tally always
 * tell the same, whoever is killed and whenever. Redis runs a script whole, and keeps it whole in its append-only file.
 *
 * An entry is left out, and not an error, where
 * - its id was seen: it was sent again because nobody heard the answer;
 * - its turn is over: somebody else had the same turn, since this worker was taken for dead, and came first.
 *
 * Ids are kept in two sets. When the newer one is as old as ARGV[4] seconds the older one is dropped and they change
 * places, so an id is known for one to two such times. A trial that is sent again later than that is left out all the
 * same if its turn is over by then, which is known for as long as the run is. Only where a worker was cut off for so long
 * in the middle of a turn that nobody else took, a trial of that turn whose first answer was lost would count twice.
 *
 * KEYS: run, tally, seen 0, seen 1, over, log. ARGV: version, entries as JSON, 1 if the tally is wanted, seconds.
 * An entry: i id, k task, n turn, a name and amount by turns, r what is written into the log, e 1 if the turn is over.
 * Answer: state of the run, how many were counted, seen before, and too late, and the tally if it was wanted.
 */
export const RECORD_SCRIPT = `
local run = redis.call('HMGET', KEYS[1], 'version', 'state', 'half', 'turned')
if run[1] ~= ARGV[1] then return {'gone', 0, 0, 0} end
if run[2] == 'ended' then return {'ended', 0, 0, 0} end
local now = tonumber(redis.call('TIME')[1])
local half = tonumber(run[3]) or 0
local turned = tonumber(run[4])
if turned == nil then
  redis.call('HSET', KEYS[1], 'half', half, 'turned', now)
elseif now - turned >= tonumber(ARGV[4]) then
  half = 1 - half
  redis.call('DEL', KEYS[3 + half])
  redis.call('HSET', KEYS[1], 'half', half, 'turned', now)
end
local newer, older = KEYS[3 + half], KEYS[4 - half]
local counted, seen, late = 0, 0, 0
for _, entry in ipairs(cjson.decode(ARGV[2])) do
  if redis.call('SISMEMBER', newer, entry.i) == 1 or redis.call('SISMEMBER', older, entry.i) == 1 then
    seen = seen + 1
  elseif (tonumber(redis.call('HGET', KEYS[5], entry.k) or 0) or 0) >= entry.n then
    late = late + 1
  else
    redis.call('SADD', newer, entry.i)
    for place = 1, #entry.a, 2 do
      local name, amount = entry.a[place], entry.a[place + 1]
      if string.sub(name, 1, 1) == '^' then
        local largest = tonumber(redis.call('HGET', KEYS[2], name) or -1) or -1
        if tonumber(amount) > largest then redis.call('HSET', KEYS[2], name, amount) end
      else
        redis.pcall('HINCRBY', KEYS[2], name, amount)
      end
    end
    redis.call('XADD', KEYS[6], '*', 'r', entry.r)
    if entry.e == 1 then redis.call('HSET', KEYS[5], entry.k, entry.n) end
    counted = counted + 1
  end
end
local answer = {run[2], counted, seen, late}
if ARGV[3] == '1' then answer[5] = redis.call('HGETALL', KEYS[2]) end
return answer
`;

/**
 * Makes a run that is not there yet, or opens it again; true if it is new. What an earlier run knew is counted with it.
 * KEYS: run, tally. ARGV: version, document, seconds until it is forgotten, name and amount by turns.
 */
export const OPEN_SCRIPT = `
local version = redis.call('HGET', KEYS[1], 'version')
local new = 0
if version == false then
  new = 1
  redis.call('HSET', KEYS[1], 'version', ARGV[1], 'document', ARGV[2])
  for place = 4, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[place], ARGV[place + 1]) end
end
redis.call('HSET', KEYS[1], 'state', 'open')
return {new, redis.call('HGET', KEYS[1], 'document')}
`;
