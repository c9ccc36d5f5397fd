-- How long the oldest outbox entry of each tenant has waited, among the oldest entries of one bucket. Writes nothing.
--
-- KEYS  outbox
-- ARGV  1 how many entries are looked at
-- Replies milliseconds and tenant (encoded, as in a member of the deadlines), for each tenant found
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local seen, reply = {}, {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[1])) do
    local fields = entry[2]
    for at = 1, #fields, 2 do
        if fields[at] == 's' then
            local tenant = string.match(fields[at + 1], '^([^:]*):')
            if tenant and not seen[tenant] then
                seen[tenant] = true
                reply[#reply + 1] = math.max(0, now - tonumber(string.match(entry[1], '^%d+')))
                reply[#reply + 1] = tenant
            end
        end
    end
end
return reply
