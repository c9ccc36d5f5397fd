-- Raise the epoch and the number of one session past what the archive holds; it never goes back.
--
-- KEYS  session      ARGV  1 epoch   2 floor: the archive's newest number
-- Replies 1 when the session is live, else 0
local state = redis.call('HMGET', KEYS[1], 'epoch', 'seq')
if not state[1] then
    return 0
end
if tonumber(state[1]) < tonumber(ARGV[1]) then
    redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'floor', ARGV[2])
end
if tonumber(state[2]) < tonumber(ARGV[2]) then
    redis.call('HSET', KEYS[1], 'seq', ARGV[2])
end
redis.call('HSET', KEYS[1], 'past', '1')
return 1
