import sys

import scrapy
from scrapy.crawler import CrawlerProcess

start, concurrency = sys.argv[1], int(sys.argv[2])


class Links(scrapy.Spider):
    name = "links"
    start_urls = [start]

    def parse(self, response):
        yield from response.follow_all(css="a::attr(href)")


process = CrawlerProcess(
    {
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
    }
)
process.crawl(Links)
process.start()
