-- Put an entry that was put aside at the end of the outbox again, with the letter that asked for it.
--
-- KEYS  outbox, parked      ARGV  1 its name   2 the letter's id   3 wake message
-- Replies 1 when it was there, else 0
local packed = redis.call('HGET', KEYS[2], ARGV[1])
if not packed then
    return 0
end
local fields = {}
local old = cmsgpack.unpack(packed)
for at = 1, #old, 2 do
    if old[at] ~= 'l' then
        fields[#fields + 1] = old[at]
        fields[#fields + 1] = old[at + 1]
    end
end
fields[#fields + 1] = 'l'
fields[#fields + 1] = ARGV[2]
redis.call('XADD', KEYS[1], '*', unpack(fields))
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('PUBLISH', 'jide:wake', ARGV[3])
return 1
