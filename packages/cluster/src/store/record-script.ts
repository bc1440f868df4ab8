/**
 * Counts trials, each id once, and writes them into the log in one step, so that the log and the tally agree whatever is
 * killed and whenever. Redis runs a script whole, and keeps it whole in its append-only file.
 *
 * An entry is left out, without an error, where
 * - its id was seen: it was sent again because the answer was lost;
 * - its turn is over: this worker counted as dead, and another one finished the turn.
 *
 * Ids are kept in two sets. When the newer one is ARGV[4] seconds old, the older one is dropped and they change places, so
 * an id is known for one to two such times. A trial that is sent again later is left out if its turn is over, which is
 * known for as long as the run is. A trial counts twice only where its answer was lost and its worker was cut off for so
 * long in the middle of a turn that no other worker took.
 *
 * KEYS: run, tally, seen 0, seen 1, over, log. ARGV: version, entries as JSON, 1 to request the tally, seconds.
 * An entry: i id, k task, n turn, a names and amounts, r the text for the log, e 1 if it ends the turn.
 * Answer: state of the run, how many were counted, seen before, and too late, and the tally if it was requested.
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
 * Creates a run or opens it again. If it is new, the given amounts are its first tally.
 * KEYS: run, tally. ARGV: version, document, seconds until it is dropped, names and amounts.
 * Answer: 1 if the run is new, and its document.
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
